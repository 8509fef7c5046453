import { expect, it } from 'vitest';
import { EventBus } from '../../src/chain/event_bus.js';

it('publishes to listeners in the order in which they were added, even to one added twice, until each is removed', () => {
  const bus = new EventBus<number>();
  const received: string[] = [];
  const twice = (event: number) => void received.push(`twice ${event}`);
  expect(bus.quiet).toBe(true);
  const stops = [bus.listen(twice), bus.listen((event) => void received.push(`once ${event}`)), bus.listen(twice)];
  expect(bus.quiet).toBe(false);
  bus.publish(1);
  stops[0]?.();
  bus.publish(2);
  for (const stop of stops) stop();
  bus.publish(3);
  expect(received).toEqual(['twice 1', 'once 1', 'twice 1', 'once 2', 'twice 2']);
  expect(bus.quiet).toBe(true);
});

it('publishes an event to those who listened when it was published', () => {
  const bus = new EventBus<number>();
  const received: string[] = [];
  bus.listen((event) => {
    received.push(`first ${event}`);
    if (event === 1) bus.listen((later) => void received.push(`second ${later}`));
  });
  bus.publish(1);
  bus.publish(2);
  expect(received).toEqual(['first 1', 'first 2', 'second 2']);
});
