/** Tests how long the page waits before it connects again. */
import { afterEach, expect, it, vi } from 'vitest';
import { FeedSocket } from '../../../src/dashboard/feed/feed_socket.js';
import { Socket } from './socket.js';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('doubles the wait with each failure up to four seconds, and begins again after a success', () => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  Socket.all.length = 0;
  const connections: string[] = [];
  const feed = new FeedSocket('ws://x', {
    onMessage: () => undefined,
    onConnection: (connection) => connections.push(connection),
  });
  feed.select({ chain: 'first' } as never);
  /** Loses the newest connection, and returns after how many milliseconds there is another one. */
  const waited = (): number => {
    const { length } = Socket.all;
    Socket.all.at(-1)?.lose();
    for (let ms = 1; ms <= 10_000; ms++) {
      vi.advanceTimersByTime(1);
      if (Socket.all.length > length) return ms;
    }
    throw new Error('no attempt');
  };
  expect([1, 2, 3, 4, 5, 6].map(waited)).toEqual([250, 500, 1000, 2000, 4000, 4000]);
  Socket.all.at(-1)?.open();
  expect(waited()).toBe(250);
  expect(waited()).toBe(500);
  feed.select({ chain: 'second' } as never);
  Socket.all.at(-1)?.open();
  expect(Socket.all.at(-1)?.sent).toEqual(['{"chain":"second"}']);
  expect(waited()).toBe(250);
  expect(connections.filter((connection) => connection === 'open')).toHaveLength(2);
});
