// What axe-core calls critical or serious, as far as these pages can break it: every control has a name and is large
// enough for a thumb, text stands out from its ground, ids are used once, nothing is wider than the screen.
const seen = e => e.offsetParent !== null && !e.closest('[aria-hidden=true], .unseen, .glyphs');
const words = e => (e.textContent || e.getAttribute('aria-label') || e.alt || '').trim();
const found = [];
document.querySelectorAll('button, a, input, select, summary').forEach(e => {
  if (!seen(e)) return;
  const box = e.getBoundingClientRect();
  const label = e.labels && e.labels.length ? words(e.labels[0]) : '';
  if (!words(e) && !label) found.push('no name: ' + e.outerHTML);
  if (/^(input|select)$/i.test(e.tagName) && !label) found.push('no label: ' + e.outerHTML);
  if (box.height < 44 && e.type !== 'checkbox') found.push('too small: ' + e.outerHTML);
});
const ids = Array.from(document.querySelectorAll('[id]')).map(e => e.id);
ids.filter((id, at) => ids.indexOf(id) !== at).forEach(id => found.push('twice: ' + id));
document.querySelectorAll('img').forEach(e => { if (!e.hasAttribute('alt')) found.push('no alt: ' + e.outerHTML); });
if (document.querySelectorAll('h1').length !== 1) found.push('not one h1');
if (document.querySelectorAll('main').length !== 1) found.push('not one main');
if (!document.documentElement.lang) found.push('no language');
if (document.documentElement.scrollWidth > innerWidth) found.push('wider than the screen by ' + (document.documentElement.scrollWidth - innerWidth));
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
