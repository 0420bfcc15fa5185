/** The logo: a drop whose lower half is a sheet with a folded corner. Decorative beside the name. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M16 1.5c5.2 6.1 10 11.3 10 17.5v10.5a1 1 0 0 1-1 1H13.2L6 23.3V19C6 12.8 10.8 7.6 16 1.5Zm-4.5 17.5a1.25 1.25 0 0 0 0 2.5h9a1.25 1.25 0 0 0 0-2.5Zm3.5 5a1.25 1.25 0 0 0 0 2.5h5.5a1.25 1.25 0 0 0 0-2.5ZM6 25.8l4.7 4.7H7a1 1 0 0 1-1-1Z"
      />
    </svg>
  );
}
