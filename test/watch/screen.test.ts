/** Tests drawing on a terminal: in place, not too often, and only what the terminal takes. */
import { describe, expect, it } from 'vitest';
import { sizeOf, watchOutput } from '../../src/cli/watch/output.js';
import { Screen } from '../../src/cli/watch/screen.js';
import { dumpInRoundOne, viewOf } from './recorded.js';

/** Terminal that may be too slow, and a clock that the test moves. */
class Terminal {
  readonly written: string[] = [];
  writable = true;
  writableNeedDrain = false;
  #drained: (() => void)[] = [];
  #timers: (() => void)[] = [];

  readonly schedule = (_: number, action: () => void) => {
    this.#timers.push(action);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== action);
    };
  };

  write(text: string): void {
    this.written.push(text);
  }

  once(_: 'drain', listener: () => void): void {
    this.#drained.push(listener);
  }

  drain(): void {
    this.writableNeedDrain = false;
    for (const listener of this.#drained.splice(0)) listener();
  }

  get timers(): number {
    return this.#timers.length;
  }

  /** Runs the timers that are due. */
  pass(): void {
    for (const action of this.#timers.splice(0)) action();
  }
}

function aScreen() {
  const terminal = new Terminal();
  let count = 0;
  const screen = new Screen(terminal, () => [`drawing ${++count}`, 'second line'], terminal.schedule);
  return { terminal, screen, drawings: () => terminal.written.filter((text) => text.includes('drawing')) };
}

describe('the screen', () => {
  it('draws over its last drawing, and returns the cursor at the end', () => {
    const { terminal, screen } = aScreen();
    screen.update();
    terminal.pass();
    screen.update();
    screen.close();
    screen.close();
    expect(terminal.written).toEqual([
      '\u001b[?25l',
      '\rdrawing 1\u001b[K\nsecond line\u001b[K\n\u001b[J',
      '\r\u001b[2Adrawing 2\u001b[K\nsecond line\u001b[K\n\u001b[J',
      '\u001b[?25h',
    ]);
  });

  it('draws the last state once after many changes', () => {
    const { terminal, screen, drawings } = aScreen();
    for (let i = 0; i < 100; i++) screen.update();
    expect(drawings()).toHaveLength(1);
    terminal.pass();
    expect(drawings()).toHaveLength(2);
    terminal.pass();
    expect(drawings()).toHaveLength(2);
  });

  it('skips drawings while the terminal does not take them', () => {
    const { terminal, screen, drawings } = aScreen();
    terminal.writableNeedDrain = true;
    for (let i = 0; i < 100; i++) screen.update();
    terminal.pass();
    expect(drawings()).toHaveLength(0);
    terminal.drain();
    expect(drawings()).toHaveLength(1);
  });

  it('clears the terminal when its size changes, because old lines may be wrapped', () => {
    const { terminal, screen } = aScreen();
    screen.update();
    terminal.pass();
    screen.resize();
    expect(terminal.written.slice(-2)).toEqual([
      '\u001b[H\u001b[2J',
      '\rdrawing 2\u001b[K\nsecond line\u001b[K\n\u001b[J',
    ]);
  });

  it('draws what has changed when it closes, if the terminal takes it, and leaves no timer', () => {
    for (const isSlow of [false, true]) {
      const { terminal, screen, drawings } = aScreen();
      screen.update();
      screen.update();
      terminal.writableNeedDrain = isSlow;
      expect(terminal.timers).toBe(1);
      screen.close();
      expect([drawings().length, terminal.timers]).toEqual([isSlow ? 1 : 2, 0]);
      expect(terminal.written.at(-1)).toBe('\u001b[?25h');
    }
  });

  it('writes nothing after it was closed', () => {
    const { terminal, screen } = aScreen();
    screen.update();
    screen.close();
    const { length } = terminal.written;
    screen.update();
    screen.resize();
    terminal.pass();
    expect(terminal.written).toHaveLength(length);
  });
});

describe('an output that is no terminal', () => {
  it('says once why a connection is lost, and again after the next connection', async () => {
    const texts: string[] = [];
    const write = (text: string): boolean => texts.push(text) > 0;
    const output = watchOutput({ isTTY: false, writable: true, writableLength: 0, write } as never);
    const view = viewOf(dumpInRoundOne());
    output.lost('nothing listens there');
    output.lost('nothing listens there');
    output.connected(view);
    output.lost('nothing listens there');
    output.lost('the host is unknown');
    output.close();
    const lost = 'connection lost, trying again:';
    expect(texts.join('').trimEnd().split('\n')).toEqual([
      `${lost} nothing listens there`,
      'connected to chain-a at http://127.0.0.1:26657 (node, CometBFT 0.38.25)',
      '52/1 step Propose',
      `${lost} nothing listens there`,
      `${lost} the host is unknown`,
    ]);
  });

  it.each([
    [
      { isTTY: true, columns: 101, rows: 24 },
      { width: 101, height: 23, hasColors: true },
    ],
    [
      { isTTY: true, columns: 0, rows: 0 },
      { width: 80, height: undefined, hasColors: true },
    ],
    [
      { isTTY: false, columns: 101, rows: 24 },
      { width: 101, height: undefined, hasColors: false },
    ],
  ])('has the size of %j', (output, size) => {
    expect(sizeOf({ ...output, hasColors: () => true } as never)).toEqual(size);
  });
});

it('a terminal is drawn anew when its size changes, and is left alone after it was closed', () => {
  const [resizes, texts] = [new Set<() => void>(), [] as string[]];
  const before = process.listeners('exit');
  const output = watchOutput({
    ...{ isTTY: true, columns: 40, rows: 5, hasColors: () => false, writable: true, writableNeedDrain: false },
    write: (text: string) => texts.push(text) > 0,
    on: (_: 'resize', listener: () => void) => resizes.add(listener),
    off: (_: 'resize', listener: () => void) => resizes.delete(listener),
    once: () => undefined,
  } as never);
  output.lost('nothing listens there');
  for (const resize of resizes) resize();
  expect(texts.join('')).toContain('connection lost, trying again: nothing …');
  expect(texts.filter((text) => text.includes('\u001b[2J'))).toHaveLength(1);
  output.close();
  expect([resizes.size, texts.at(-1)]).toEqual([0, '\u001b[?25h']);
  for (const listener of process.listeners('exit')) if (!before.includes(listener)) process.off('exit', listener);
});
