/** Contains ordinary Hardhat 3 tests of fixtures, time, events and errors, on the network that `--network` names. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { network } from 'hardhat';
import { getAddress } from 'viem';

describe('Counter', async () => {
  const { viem, networkHelpers } = await network.create();
  const [first, second] = await viem.getWalletClients();
  const { loadFixture, time } = networkHelpers;

  async function counted() {
    const counter = await viem.deployContract('Counter');
    await counter.write.increment();
    return counter;
  }

  it('emits the address of the caller', async () => {
    const counter = await viem.deployContract('Counter');
    const counting = counter.write.increment({ account: second.account });
    await viem.assertions.emitWithArgs(counting, counter, 'Counted', [getAddress(second.account.address), 1n]);
  });

  it('refuses to count again at once', async () => {
    const counter = await loadFixture(counted);
    const next = await counter.read.next();
    await viem.assertions.revertWithCustomErrorWithArgs(counter.write.increment(), counter, 'TooSoon', [next]);
  });

  it('counts again after a minute', async () => {
    const counter = await loadFixture(counted);
    await time.increase(60);
    await counter.write.increment({ account: first.account });
    assert.equal(await counter.read.count(), 2n);
  });

  it('starts each test from the fixture', async () => {
    const counter = await loadFixture(counted);
    assert.equal(await counter.read.count(), 1n);
  });
});
