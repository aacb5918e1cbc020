// Which colours did the reader choose? Runs before anything is painted, so it does nothing else.
try {
  const chosen = localStorage.getItem("scheme");
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.scheme = chosen;
} catch {
  // Without a store the system's choice stands.
}
