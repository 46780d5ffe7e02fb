"""A line that is as bad as in a far corner of a home, for pages whose requests go through `fetch`, and a fast clock."""

import json

WEAK = """
window.line = Object.assign({ lost: [], hung: [], deaf: [], portal: [], held: [] }, LINE, { asked: [], kept: [] });
{
  const real = window.fetch;
  const on = (kind, path) => line[kind].some(part => path.includes(part));
  const fail = () => { throw new TypeError('Failed to fetch'); };
  window.fetch = async (path, options) => {
    const signal = options && options.signal;
    line.asked.push(path);
    if (on('lost', path)) fail();
    if (on('hung', path)) {
      await new Promise((_, no) => { if (signal) signal.addEventListener('abort', no); });
    }
    if (on('portal', path)) return new Response('<!doctype html><p>Welcome to our guests.', { status: 200 });
    const answer = await real(path, options);
    if (on('deaf', path)) fail();
    if (on('held', path)) await new Promise(go => line.kept.push(go));
    return answer;
  };
}
"""
"""Requests whose address has a part of `lost` never arrive, those of `hung` are never answered, the answers to those of
`deaf` are lost, `portal` is answered by something else, and `held` waits in `line.kept`."""

FAST = """
{
  const [later, often, now] = [window.setTimeout, window.setInterval, Date.now];
  const began = now();
  window.setTimeout = (act, ms = 0, ...given) => later(act, ms / 20, ...given);
  window.setInterval = (act, ms, ...given) => often(act, ms / 20, ...given);
  Date.now = () => began + 20 * (now() - began);
}
"""
"""For this page twenty seconds pass in one."""

PATIENT = """
{
  const later = window.setTimeout;
  window.setTimeout = (act, ms = 0, ...given) => (ms < 10000 ? later(act, ms, ...given) : 0);
}
"""
"""This page never gives a question up."""


def weak(**line: list[str]) -> str:
    """The script for a line that is weak in these ways; the page may change `line` later."""
    return WEAK.replace("LINE", json.dumps(line))
