// Going to another address of this page.

export function go(address) {
  history.pushState(null, "", address);
  window.scrollTo(0, 0);
  window.dispatchEvent(new Event("moved"));
}

// Keeps what is chosen in the address, without a step for the back button.
export function keep(address) {
  history.replaceState(null, "", address);
}
