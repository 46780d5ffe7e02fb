// One line on what is wrong with the whole hall.

import { empty, html } from '/static/draw.js';

/** Shows words in an element as an alert; nothing takes it away. */
export function showAlertIn(element, words) {
  if (element.getAttribute('data-words') === words) return;
  element.setAttribute('data-words', words);
  empty(element);
  element.className = words ? 'alert alert-fault' : '';
  if (words) html('p', '', words, element);
}
