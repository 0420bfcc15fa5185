// Sets the colour scheme before the first paint, and again when the device changes its own. A separate file because the content security policy allows
// no inline script; the key is the one the workspace's theme switch writes.
(function () {
  var dark = matchMedia('(prefers-color-scheme: dark)');
  function apply() {
    var chosen;
    try {
      chosen = localStorage.getItem('caredrop.color-scheme');
    } catch (error) {
      chosen = null;
    }
    var scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark.matches ? 'dark' : 'light';
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  }
  apply();
  // Safari before 14 has no such method.
  if (dark.addEventListener) dark.addEventListener('change', apply);
})();
