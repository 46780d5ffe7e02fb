// What axe-core does not look at, or leaves undecided over gradients: every control is large enough for a thumb, all
// text stands out from its ground, there is one heading of the page, nothing is wider than the screen.
const seen = e => e.offsetParent !== null && !e.closest('[aria-hidden=true], .unseen, .glyphs');
const found = [];
document.querySelectorAll('button, a, input, select, summary').forEach(e => {
  const target = /^(checkbox|radio)$/.test(e.type) ? e.closest('label') : e;
  if (seen(e) && target.getBoundingClientRect().height < 44) found.push('too small: ' + target.outerHTML);
});
if (document.querySelectorAll('h1').length !== 1) found.push('not one h1');
const [wide, screenWide] = [document.documentElement.scrollWidth, document.documentElement.clientWidth]; // innerWidth grows with what is too wide
if (wide > screenWide) found.push('wider than the screen by ' + (wide - screenWide));
const light = c => { const l = c.map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : Math.pow((v + .055) / 1.055, 2.4)); return .2126 * l[0] + .7152 * l[1] + .0722 * l[2]; };
const rgb = text => text.match(/[\d.]+/g).map(Number);
const ground = e => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > .9) return c.slice(0, 3); } return [255, 255, 255]; };
document.querySelectorAll('p, h1, h2, h3, button, a, label, input, select, summary, dt, dd, span, strong, li').forEach(e => {
  if (!seen(e) || !Array.from(e.childNodes).some(n => n.nodeType === 3 && n.textContent.trim())) return;
  if (e.closest('svg')) return;
  const [a, b] = [light(rgb(getComputedStyle(e).color).slice(0, 3)), light(ground(e))].sort((x, y) => y - x);
  if ((a + .05) / (b + .05) < 4.5) found.push('contrast ' + ((a + .05) / (b + .05)).toFixed(2) + ': ' + e.outerHTML.slice(0, 120));
});
return found;
