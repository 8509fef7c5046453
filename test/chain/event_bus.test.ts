import { expect, it } from 'vitest';
import { EventBus } from '../../src/chain/event_bus.js';

it('publishes to listeners in the order in which they were added, even to one added twice, until each is removed', () => {
  const bus = new EventBus<number>();
  const told: string[] = [];
  const twice = (event: number) => void told.push(`twice ${event}`);
  expect(bus.quiet).toBe(true);
  const stops = [bus.listen(twice), bus.listen((event) => void told.push(`once ${event}`)), bus.listen(twice)];
  expect(bus.quiet).toBe(false);
  bus.publish(1);
  stops[0]?.();
  bus.publish(2);
  for (const stop of stops) stop();
  bus.publish(3);
  expect(told).toEqual(['twice 1', 'once 1', 'twice 1', 'once 2', 'twice 2']);
  expect(bus.quiet).toBe(true);
});

it('publishes an event to those who listened when it was published', () => {
  const bus = new EventBus<number>();
  const told: string[] = [];
  bus.listen((event) => {
    told.push(`first ${event}`);
    if (event === 1) bus.listen((later) => void told.push(`second ${later}`));
  });
  bus.publish(1);
  bus.publish(2);
  expect(told).toEqual(['first 1', 'first 2', 'second 2']);
});
