/** The whole surface of hardhat-network-helpers. */
const { expect } = require('chai');
const { ethers, network } = require('hardhat');
const helpers = require('@nomicfoundation/hardhat-network-helpers');

/** Those that are tested below. */
const HELPERS = [
  'SnapshotRestorer',
  'clearSnapshots',
  'dropTransaction',
  'getStorageAt',
  'impersonateAccount',
  'loadFixture',
  'mine',
  'mineUpTo',
  'reset',
  'setBalance',
  'setBlockGasLimit',
  'setCode',
  'setCoinbase',
  'setNextBlockBaseFeePerGas',
  'setNonce',
  'setPrevRandao',
  'setStorageAt',
  'stopImpersonatingAccount',
  'takeSnapshot',
  'time',
];
const DURATIONS = ['days', 'hours', 'millis', 'minutes', 'seconds', 'weeks', 'years'];
const TIMES = [
  'advanceBlock',
  'advanceBlockTo',
  'duration',
  'increase',
  'increaseTo',
  'latest',
  'latestBlock',
  'setNextBlockTimestamp',
];

const SOMEBODY = '0x00000000000000000000000000000000000000aa';
const latest = () => ethers.provider.getBlock('latest');
const head = () => ethers.provider.getBlockNumber();

let owner;
before(async () => {
  [owner] = await ethers.getSigners();
});

it('the list of helpers is whole', () => {
  const functions = Object.keys(helpers).filter((name) => !['NumberLike', 'BlockTag'].includes(name));
  expect(functions.sort()).to.include.members(HELPERS.filter((name) => name !== 'SnapshotRestorer'));
  expect(functions.filter((name) => !HELPERS.includes(name))).to.deep.equal([]);
  expect(Object.keys(helpers.time).sort()).to.deep.equal(TIMES);
  expect(Object.keys(helpers.time.duration).sort()).to.deep.equal(DURATIONS);
});

describe('mining', () => {
  it('makes one block, many, and many at an interval', async () => {
    const before = await head();
    await helpers.mine();
    expect(await head()).to.equal(before + 1);
    await helpers.mine(20);
    expect(await head()).to.equal(before + 21);
    const start = (await latest()).timestamp;
    await helpers.mine(1000, { interval: 60 });
    expect(await head()).to.equal(before + 1021);
    const end = (await latest()).timestamp;
    expect(end - start).to.be.within(999 * 60 + 1, 1000 * 60 + 60);
    expect(
      (await ethers.provider.getBlock(before + 1000)).timestamp -
        (await ethers.provider.getBlock(before + 999)).timestamp,
    ).to.equal(60);
  });

  it('goes up to a height, and to no lower one', async () => {
    const before = await head();
    await helpers.mineUpTo(before + 5);
    expect(await head()).to.equal(before + 5);
    await helpers.time.advanceBlock();
    await helpers.time.advanceBlockTo(before + 8);
    expect(await head()).to.equal(before + 8);
    await expect(helpers.mineUpTo(before)).to.be.rejectedWith(/Invalid/);
    expect(await head()).to.equal(before + 8);
  });
});

describe('time', () => {
  it('is that of the newest block', async () => {
    const block = await latest();
    expect(await helpers.time.latest()).to.equal(block.timestamp);
    expect(await helpers.time.latestBlock()).to.equal(block.number);
  });

  it('increases by so much, and to a moment, with a block', async () => {
    const start = await helpers.time.latest();
    const height = await head();
    expect(await helpers.time.increase(helpers.time.duration.hours(1))).to.equal(start + 3600);
    expect([await helpers.time.latest(), await head()]).to.deep.equal([start + 3600, height + 1]);
    await helpers.time.increaseTo(start + 10_000);
    expect([await helpers.time.latest(), await head()]).to.deep.equal([start + 10_000, height + 2]);
    await expect(helpers.time.increaseTo(start)).to.be.rejectedWith(/lower than/);
  });

  it('of the next block is set, but not back', async () => {
    const next = (await helpers.time.latest()) + 500;
    await helpers.time.setNextBlockTimestamp(next);
    await owner.sendTransaction({ to: SOMEBODY });
    expect(await helpers.time.latest()).to.equal(next);
    await expect(helpers.time.setNextBlockTimestamp(next - 10)).to.be.rejectedWith(/lower than (the )?previous block/);
  });
});

describe('snapshots', () => {
  it('bring everything back, again and again', async () => {
    const { number } = await latest();
    const snapshot = await helpers.takeSnapshot();
    for (const amount of [5n, 6n]) {
      await helpers.setBalance(SOMEBODY, amount);
      await helpers.mine(3);
      await snapshot.restore();
      expect(await head()).to.equal(number);
      expect(await ethers.provider.getBalance(SOMEBODY)).not.to.equal(amount);
    }
  });

  it('carry fixtures', async () => {
    let loaded = 0;
    async function deployed() {
      loaded++;
      return ethers.deployContract('Matched', [false]);
    }
    for (let i = 0; i < 3; i++) {
      const contract = await helpers.loadFixture(deployed);
      expect(await contract.touched()).to.equal(0);
      await contract.fine();
      expect(await contract.touched()).to.equal(1);
    }
    expect(loaded).to.equal(1);
    await helpers.clearSnapshots();
    await helpers.loadFixture(deployed);
    expect(loaded).to.equal(2);
  });
});

describe('an account', () => {
  it('gets balance, code, nonce and storage', async () => {
    await helpers.setBalance(SOMEBODY, 77n);
    expect(await ethers.provider.getBalance(SOMEBODY)).to.equal(77n);
    await helpers.setCode(SOMEBODY, '0x600160005260206000f3');
    expect(await ethers.provider.call({ to: SOMEBODY })).to.equal(ethers.toBeHex(1, 32));
    await helpers.setStorageAt(SOMEBODY, 3, 9);
    expect(await helpers.getStorageAt(SOMEBODY, 3)).to.equal(ethers.toBeHex(9, 32));
    expect(await helpers.getStorageAt(SOMEBODY, 4, 'latest')).to.equal(ethers.toBeHex(0, 32));
    const fresh = ethers.Wallet.createRandom().address;
    await helpers.setNonce(fresh, 5);
    expect(await ethers.provider.getTransactionCount(fresh)).to.equal(5);
  });

  it('is impersonated, and no longer', async () => {
    await helpers.impersonateAccount(SOMEBODY);
    await helpers.setCode(SOMEBODY, '0x');
    await helpers.setBalance(SOMEBODY, ethers.parseEther('1'));
    const signer = await ethers.getSigner(SOMEBODY);
    const sent = await (await signer.sendTransaction({ to: owner, value: 1 })).wait();
    expect([sent.status, sent.from.toLowerCase()]).to.deep.equal([1, SOMEBODY]);
    await helpers.stopImpersonatingAccount(SOMEBODY);
    await expect(signer.sendTransaction({ to: owner, value: 1 })).to.be.rejectedWith(/unknown account/i);
  });
});

describe('the next block', () => {
  it('has the base fee, the coinbase, PREVRANDAO and the gas limit that were set', async () => {
    await helpers.setNextBlockBaseFeePerGas(12_345_678_901n);
    await helpers.setCoinbase(SOMEBODY);
    await helpers.setPrevRandao(`0x${'5a'.repeat(32)}`);
    await helpers.mine();
    const block = await ethers.provider.send('eth_getBlockByNumber', ['latest', false]);
    expect(BigInt(block.baseFeePerGas)).to.equal(12_345_678_901n);
    expect(block.miner).to.equal(SOMEBODY);
    expect(block.mixHash).to.equal(`0x${'5a'.repeat(32)}`);
    const snapshot = await helpers.takeSnapshot();
    await helpers.setBlockGasLimit(20_000_000);
    await helpers.mine();
    expect((await latest()).gasLimit).to.equal(20_000_000n);
    await snapshot.restore();
  });
});

describe('the mempool', () => {
  it('drops a transaction that waits, and none that is in a block', async () => {
    await network.provider.send('evm_setAutomine', [false]);
    try {
      const nonce = await owner.getNonce();
      const hash = await network.provider.send('eth_sendTransaction', [
        { from: owner.address, to: SOMEBODY, gas: '0x5208' },
      ]);
      await helpers.dropTransaction(hash);
      await helpers.mine();
      expect(await ethers.provider.getTransaction(hash)).to.equal(null);
      expect(await owner.getNonce()).to.equal(nonce);
    } finally {
      await network.provider.send('evm_setAutomine', [true]);
    }
    const mined = await owner.sendTransaction({ to: SOMEBODY });
    await expect(helpers.dropTransaction(mined.hash)).to.be.rejectedWith(/already mined/);
  });
});

describe('a reset', () => {
  it('begins the chain anew', async () => {
    await helpers.mine(5);
    const { hash } = await owner.sendTransaction({ to: SOMEBODY });
    await helpers.reset();
    expect(await head()).to.be.below(2);
    expect(await ethers.provider.getTransactionReceipt(hash)).to.equal(null);
    expect((await (await owner.sendTransaction({ to: SOMEBODY })).wait()).status).to.equal(1);
  });

  it('forks another chain at a block, at its newest block, and no chain again', async () => {
    const url = process.env.HALLEY_COMPAT_ORIGIN;
    const balance = async () => Number(await ethers.provider.getBalance(SOMEBODY));
    await helpers.reset(url, 2);
    expect([await head(), await balance()]).to.deep.equal([3, 0]);
    expect((await (await owner.sendTransaction({ to: SOMEBODY, value: 5 })).wait()).status).to.equal(1);
    await helpers.reset(url);
    expect([await head(), await balance()]).to.deep.equal([6, 17]);
    await helpers.reset();
    expect(await balance()).to.equal(0);
    expect(await head()).to.be.below(2);
  });
});
