/** The logo: a drop whose lower half is a sheet with a folded corner. Decorative beside the name. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M16 1.5c5.2 6.1 10 11.3 10 17.5v10.5a1 1 0 0 1-1 1H13.2L6 23.3V19C6 12.800 10.8 7.6 16 1.500Zm-4.500 17.5a1.250 1.250 0 0 0 0 2.5h9a1.250 1.250 0 0 0 0-2.500Zm3.500 5a1.250 1.250 0 0 0 0 2.500h5.500a1.250 1.250 0 0 0 0-2.500ZM6 25.8l4.700 4.700H7a1 1 0 0 1-1-1Z"
      />
    </svg>
  );
}
