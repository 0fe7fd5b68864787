// Runs in the page: answers the texts whose colour is too near to what is behind them.
(() => {
  const channels = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const luminance = (color) => {
    const [r, g, b] = channels(color).map((value) => linear(value / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    const color = element === null ? 'rgb(255, 255, 255)' : getComputedStyle(element).backgroundColor;
    return element !== null && channels(color)[3] === 0 ? behind(element.parentElement) : color;
  };
  const contrast = (element) => {
    const [one, other] = [luminance(getComputedStyle(element).color), luminance(behind(element))];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '');
  return [...document.querySelectorAll('main *, footer')]
    .filter((element) => hasText(element) && contrast(element) < 4.5)
    .map((element) => `${element.tagName}.${element.className}: ${element.textContent.slice(0, 30)}`);
})();
