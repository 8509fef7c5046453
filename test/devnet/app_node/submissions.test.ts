import { expect, test } from 'vitest';
import { Submissions } from '../../../src/devnet/app_node/submissions.js';
import { CommandQueue } from '../../../src/devnet/runtime/command_queue.js';
import type { AdmitResult, TakenTx, TxAdmission } from '../../../src/devnet/runtime/tx_admission.js';
import { HalleyError } from '../../../src/kernel/errors.js';

/** Records what happens to transactions, each of one byte. */
class Recorder {
  readonly log: string[] = [];

  constructor(private readonly onWrite: () => Promise<void> = async () => undefined) {}

  async take(tx: Uint8Array): Promise<AdmitResult> {
    this.log.push(`take ${tx[0]}`);
    return { type: 'refused', reason: `seen ${tx[0]}`, hash: tx };
  }

  async secureAll(taken: readonly TakenTx[]): Promise<void> {
    this.log.push(`write ${taken.map(({ tx }) => tx[0]).join(' ')}`);
    await this.onWrite();
  }
}

const submissionsOf = (recorder: Recorder, queue: CommandQueue): Submissions =>
  new Submissions(recorder as unknown as TxAdmission, queue);

const aTx = (name: number): Uint8Array => Uint8Array.of(name);

test('writes the transactions that wait at the same time at once, and answers each', async () => {
  const recorder = new Recorder();
  const queue = new CommandQueue();
  const submissions = submissionsOf(recorder, queue);
  const admissions = await Promise.all([1, 2, 3].map((name) => submissions.submit(aTx(name))));
  expect(recorder.log).toEqual(['take 1', 'take 2', 'take 3', 'write 1 2 3']);
  expect(admissions.map((admission) => admission.type === 'refused' && admission.reason)).toEqual([
    'seen 1',
    'seen 2',
    'seen 3',
  ]);
});

test('takes a transaction after a command that was queued before it', async () => {
  const recorder = new Recorder();
  const queue = new CommandQueue();
  const submissions = submissionsOf(recorder, queue);
  const first = submissions.submit(aTx(1));
  const command = queue.run(async () => recorder.log.push('command'));
  await Promise.all([first, command, submissions.submit(aTx(2)), submissions.submit(aTx(3))]);
  expect(recorder.log).toEqual(['take 1', 'write 1', 'command', 'take 2', 'take 3', 'write 2 3']);
});

test('puts a transaction that arrives during a write into the next one', async () => {
  let release = (): void => undefined;
  const recorder = new Recorder(() => new Promise((resolve) => (release = resolve)));
  const submissions = submissionsOf(recorder, new CommandQueue());
  const first = submissions.submit(aTx(1));
  await new Promise(setImmediate);
  const later = [submissions.submit(aTx(2)), submissions.submit(aTx(3))];
  await new Promise(setImmediate);
  expect(recorder.log).toEqual(['take 1', 'write 1']);
  release();
  await new Promise(setImmediate);
  release();
  await Promise.all([first, ...later]);
  expect(recorder.log.slice(2)).toEqual(['take 2', 'take 3', 'write 2 3']);
});

test('divides many transactions, so that other commands run between them', async () => {
  const recorder = new Recorder();
  const queue = new CommandQueue();
  const submissions = submissionsOf(recorder, queue);
  await Promise.all(Array.from({ length: 70 }, (_, name) => submissions.submit(aTx(name))));
  const writes = recorder.log.filter((entry) => entry.startsWith('write'));
  expect(writes.map((entry) => entry.split(' ').length - 1)).toEqual([32, 32, 6]);
});

test('acknowledges none of the transactions whose write has failed', async () => {
  const failure = new HalleyError('store-failed', 'the disk is full');
  const recorder = new Recorder(() => Promise.reject(failure));
  const submissions = submissionsOf(recorder, new CommandQueue());
  const outcomes = await Promise.allSettled([1, 2].map((name) => submissions.submit(aTx(name))));
  expect(outcomes).toEqual([
    { status: 'rejected', reason: failure },
    { status: 'rejected', reason: failure },
  ]);
  await expect(submissions.submit(aTx(3))).rejects.toBe(failure);
});
