// Small things to draw with: elements, cards and chips.

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const SUITS = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };
const RANKS = { A: 'ace', T: '10', J: 'jack', P: 'princess', Q: 'queen', K: 'king' };

/** A new SVG element with these attributes. */
export function svg(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  Object.keys(attributes || {}).forEach(key => {
    made.setAttribute(key, attributes[key]);
    if (key === 'href') made.setAttributeNS(XLINK, 'xlink:href', attributes[key]); // for phones of before 2019
  });
  if (parent) parent.appendChild(made);
  return made;
}

/** A new HTML element with a class and text. */
export function html(name, className, text, parent) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined && text !== null) made.textContent = text;
  if (parent) parent.appendChild(made);
  return made;
}

/** Takes everything out of an element. */
export function empty(element) {
  while (element.firstChild) element.removeChild(element.firstChild);
}

export const isJoker = code => code.slice(0, 2) === 'JK';

/** What stands in a card's corner: `10`, `Q`. */
export const rankOf = code => (code[0] === 'T' ? '10' : code[0]);

/** A card as words: `7 of diamonds`. */
export function cardWords(code) {
  return isJoker(code) ? 'joker' : (RANKS[code[0]] || code[0]) + ' of ' + SUITS[code[1]];
}

/** Whether a suit is one of the red ones. */
export const isRed = code => code[1] === 'H' || code[1] === 'D';

/** The name of a square, such as `C4`. */
export const squareName = square => 'ABCDEFGHIJ'[square % 10] + (Math.floor(square / 10) + 1);

/** A name among others and numbers: one that is read from the right turns nothing round that stands beside it. */
export const apart = name => (/[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/.test(name) ? '\u2068' + name + '\u2069' : name);

/** The signs of a text as they are seen: a family of faces, or a letter with its dots, is one. */
const signsOf = text => (window.Intl && Intl.Segmenter ? Array.from(new Intl.Segmenter().segment(text), one => one.segment) : Array.from(text));

/** A name in at most so many signs, none of which is cut in two. */
export function shortened(name, most) {
  const signs = signsOf(name);
  return signs.length > most ? signs.slice(0, most - 1).join('') + '…' : name;
}

/** Words as they begin a sentence. */
export const capitalised = words => words[0].toUpperCase() + words.slice(1);

/** Who plays for a team, by name; without names the team's own. */
export function sideName(team) {
  const named = team.players.length && !team.players.some(name => /^Seat \d+( \(.*\))?$/.test(name));
  return named ? team.players.map(apart).join(', ') : team.name;
}

/** A chip of a team about (0, 0), nine units wide. */
export function chip(team, parent) {
  const made = svg('g', { class: 'chip', fill: team.paint, color: team.ink }, parent);
  svg('use', { href: '#shape-' + team.shape, class: 'chip-rim' }, made);
  svg('use', { href: '#shape-' + team.shape, class: 'chip-inlay', transform: 'scale(.76)' }, made);
  const low = { triangle: 2.5, star: 1.6 }[team.shape] || 1.55;
  const small = team.shape === 'star' || team.shape === 'triangle' ? ' small' : '';
  svg('text', { class: 'chip-letter' + small, y: low }, made).textContent = team.letter;
  return made;
}

/** A chip as a small picture of its own. */
export function chipPicture(team, className, parent) {
  const made = svg('svg', { viewBox: '-5 -5 10 10', class: className, 'aria-hidden': 'true', focusable: 'false' }, parent);
  chip(team, made);
  return made;
}

/** A whole card as a small picture: index above, suit below. */
export function cardPicture(code, parent) {
  const made = svg('svg', { viewBox: '0 0 20 28', class: 'card-picture', 'aria-hidden': 'true', focusable: 'false' }, parent);
  svg('rect', { class: 'face', x: .5, y: .5, width: 19, height: 27, rx: 2.4 }, made);
  if (isJoker(code)) {
    svg('use', { href: '#free-star', class: 'free', transform: 'translate(10 14) scale(1.8)' }, made);
    return made;
  }
  const pips = svg('g', { class: isRed(code) ? 'red' : 'black' }, made);
  svg('text', { x: 10, y: 13, class: 'card-rank' }, pips).textContent = rankOf(code);
  svg('use', { href: '#suit-' + code[1], x: 5.5, y: 15, width: 9, height: 9 }, pips);
  return made;
}

/** A row of buttons under its own heading, if it has one. */
export function group(parent, words) {
  if (words) html('h3', 'group', words, parent);
  return html('div', 'row', '', parent);
}

/** A button that does this. */
export function button(parent, words, act) {
  const made = html('button', '', words, parent);
  made.type = 'button';
  made.addEventListener('click', act);
  return made;
}

/** A link that looks like a button. */
export function link(parent, words, address) {
  html('a', 'button', words, parent).href = address;
}

/** A labelled list to choose from, of values and words. */
export function select(parent, words, choices) {
  const label = html('label', '', words, parent);
  const made = html('select', '', null, label);
  choices.forEach(([value, shown]) => { html('option', '', shown, made).value = value; });
  return made;
}

/** A labelled field for a number up to this one. */
export function number(parent, words, most) {
  const made = html('input', '', null, html('label', '', words, parent));
  return Object.assign(made, { type: 'number', min: 0, max: most, required: true, inputMode: 'numeric' });
}
