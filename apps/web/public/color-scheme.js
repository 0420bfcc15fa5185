// Sets the colour scheme before the first paint. A separate file because the content security policy allows
// no inline script; the key is the one the workspace's theme switch writes.
(function () {
  var chosen;
  try {
    chosen = localStorage.getItem('caredrop.color-scheme');
  } catch (error) {
    chosen = null;
  }
  var scheme =
    chosen === 'light' || chosen === 'dark'
      ? chosen
      : matchMedia('(prefers-color-scheme: dark)').matches
        ? 'dark'
        : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
