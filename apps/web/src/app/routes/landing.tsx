export function Component() {
  return <h1>Caredrop</h1>;
}
