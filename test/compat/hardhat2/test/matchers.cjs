/** Every matcher of hardhat-chai-matchers, where it holds and where it does not. */
const { expect, Assertion, AssertionError } = require('chai');
const { ethers, network } = require('hardhat');
const { anyUint, anyValue } = require('@nomicfoundation/hardhat-chai-matchers/withArgs');
const { PANIC_CODES } = require('@nomicfoundation/hardhat-chai-matchers/panic');

/** Those that are tested below. */
const MATCHERS = [
  'changeEtherBalance',
  'changeEtherBalances',
  'changeTokenBalance',
  'changeTokenBalances',
  'emit',
  'hexEqual',
  'properAddress',
  'properHex',
  'properPrivateKey',
  'reverted',
  'revertedWith',
  'revertedWithCustomError',
  'revertedWithPanic',
  'revertedWithoutReason',
  'withArgs',
];

/** The assertion must not hold. */
async function refutes(assertion) {
  let failure;
  try {
    await assertion();
  } catch (error) {
    failure = error;
  }
  if (!(failure instanceof AssertionError)) throw failure ?? new Error('the assertion holds');
}

let contract;
let owner;
let other;
let throwsFailures;

before(async () => {
  [owner, other] = await ethers.getSigners();
  contract = await ethers.deployContract('Matched', [false]);
  throwsFailures = (await network.provider.send('web3_clientVersion')).startsWith('HardhatNetwork');
});

it('the list of matchers is whole', () => {
  const known = new Set(Object.getOwnPropertyNames(Assertion.prototype));
  for (const name of MATCHERS) expect(known.has(name), name).to.equal(true);
  const { readdirSync } = require('node:fs');
  const { dirname, join } = require('node:path');
  const root = join(dirname(require.resolve('@nomicfoundation/hardhat-chai-matchers/package.json')), 'internal');
  const { readFileSync } = require('node:fs');
  const files = readdirSync(root, { recursive: true }).filter((file) => file.endsWith('.js'));
  const added = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const constants = new Map(
      [...text.matchAll(/exports\.([A-Z_]+_MATCHER) = "(\w+)"/g)].map(([, key, name]) => [key, name]),
    );
    const named = [...text.matchAll(/Assertion\.add(?:Method|Property)\(\s*(?:"(\w+)"|[\w.]*?([A-Z_]+_MATCHER))/g)];
    return named.map(([, name, key]) => name ?? constants.get(key) ?? key);
  });
  const constants = new Set(
    files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/_MATCHER = "(\w+)"/g)].map(([, name]) => name),
    ),
  );
  const names = new Set([...added.filter((name) => /^[a-z]/.test(name)), ...constants]);
  expect([...names].sort()).to.deep.equal(MATCHERS);
});

/** Without a gas limit the estimate fails; with one the transaction does, which only Hardhat's node throws. */
for (const [how, overrides] of [
  ['in its estimate', {}],
  ['in its block', { gasLimit: 500_000 }],
]) {
  describe(`a transaction that fails ${how}`, () => {
    beforeEach(function () {
      if (overrides.gasLimit !== undefined && !throwsFailures) this.skip();
    });

    it('is reverted', async () => {
      for (const method of ['withReason', 'withoutReason', 'withCustom', 'withAssert', 'callsNobody'])
        await expect(contract[method](overrides), method).to.be.reverted;
      await expect(contract.fine(overrides)).not.to.be.reverted;
      await refutes(() => expect(contract.fine(overrides)).to.be.reverted);
      await refutes(() => expect(contract.withReason(overrides)).not.to.be.reverted);
    });

    it('is reverted with a reason', async () => {
      await expect(contract.withReason(overrides)).to.be.revertedWith('why not');
      await expect(contract.withReason(overrides)).to.be.revertedWith(/^why/);
      await expect(contract.withReason(overrides)).not.to.be.revertedWith('another');
      await expect(contract.withCustom(overrides)).not.to.be.revertedWith('why not');
      for (const method of ['fine', 'withoutReason', 'withCustom', 'withAssert'])
        await refutes(() => expect(contract[method](overrides)).to.be.revertedWith('why not'));
    });

    it('is reverted without one', async () => {
      await expect(contract.withoutReason(overrides)).to.be.revertedWithoutReason();
      await expect(contract.callsNobody(overrides)).to.be.revertedWithoutReason();
      for (const method of ['fine', 'withReason', 'withCustom', 'withAssert'])
        await refutes(() => expect(contract[method](overrides)).to.be.revertedWithoutReason());
    });

    it('is reverted with a custom error', async () => {
      await expect(contract.withCustom(overrides))
        .to.be.revertedWithCustomError(contract, 'Custom')
        .withArgs(7, 'seven');
      await expect(contract.withCustom(overrides))
        .to.be.revertedWithCustomError(contract, 'Custom')
        .withArgs(anyUint, anyValue);
      await expect(contract.withBare(overrides)).to.be.revertedWithCustomError(contract, 'Bare');
      await expect(contract.withBare(overrides)).not.to.be.revertedWithCustomError(contract, 'Other');
      await refutes(() =>
        expect(contract.withCustom(overrides)).to.be.revertedWithCustomError(contract, 'Custom').withArgs(8, 'seven'),
      );
      for (const method of ['fine', 'withReason', 'withoutReason', 'withAssert', 'withCustom'])
        await refutes(() => expect(contract[method](overrides)).to.be.revertedWithCustomError(contract, 'Bare'));
    });

    it('is reverted with a panic', async () => {
      await expect(contract.withAssert(overrides)).to.be.revertedWithPanic();
      await expect(contract.withAssert(overrides)).to.be.revertedWithPanic(PANIC_CODES.ASSERTION_ERROR);
      await expect(contract.withOverflow(overrides)).to.be.revertedWithPanic(0x11);
      await expect(contract.withDivision(overrides)).to.be.revertedWithPanic(0x12);
      await expect(contract.withIndex(overrides)).to.be.revertedWithPanic(0x32);
      await expect(contract.withIndex(overrides)).not.to.be.revertedWithPanic(0x11);
      for (const method of ['fine', 'withReason', 'withoutReason', 'withCustom', 'withOverflow'])
        await refutes(() => expect(contract[method](overrides)).to.be.revertedWithPanic(0x01));
    });
  });
}

describe('a transaction whose machine halts', () => {
  it('is reverted in its block, whoever the node passes for', async () => {
    const gasLimit = 200_000;
    for (const method of ['withInvalid', 'withLoop', 'withReason'])
      await expect(contract[method]({ gasLimit }), method).to.be.reverted;
    await expect(contract.fine({ gasLimit })).not.to.be.reverted;
  });

  it('throws with what the tool reads, when it is called', async () => {
    await expect(contract.withInvalid.staticCall()).to.be.rejectedWith(/invalid opcode/);
    if (throwsFailures) await expect(contract.withInvalid.staticCall()).to.be.revertedWithoutReason();
    await expect(contract.withLoop.staticCall({ gasLimit: 100_000 })).to.be.rejectedWith(/out of gas/);
  });
});

describe('a creation and a call', () => {
  it('are reverted with what they say', async () => {
    const factory = await ethers.getContractFactory('Matched');
    await expect(factory.deploy(true)).to.be.revertedWith('born to fail');
    await expect(contract.view_(true)).to.be.revertedWithCustomError(contract, 'Custom').withArgs(anyUint, 'view');
    await expect(contract.view_(false)).not.to.be.reverted;
    await refutes(() => expect(contract.view_(false)).to.be.reverted);
  });
});

describe('an event', () => {
  it('is emitted, with its arguments', async () => {
    await expect(contract.tell(7, 'seven')).to.emit(contract, 'Told').withArgs(7, 'seven', owner.address);
    await expect(contract.connect(other).tell(7, 'seven')).to.emit(contract, 'Told').withArgs(anyUint, anyValue, other);
    await expect(contract.tell(7, 'seven')).not.to.emit(contract, 'Silent');
    await refutes(() => expect(contract.tell(7, 'seven')).not.to.emit(contract, 'Told'));
    await refutes(() => expect(contract.tell(7, 'seven')).to.emit(contract, 'Silent'));
    await refutes(() =>
      expect(contract.tell(7, 'seven')).to.emit(contract, 'Told').withArgs(8, 'seven', owner.address),
    );
  });
});

describe('a balance', () => {
  it('of coins changes, fees left out or not', async () => {
    const pay = () => contract.pay(other, { value: 500 });
    await expect(pay()).to.changeEtherBalance(other, 500);
    await expect(pay()).to.changeEtherBalance(owner, -500);
    await expect(pay()).to.changeEtherBalances([owner, contract, other], [-500, 0, 500]);
    await expect(pay()).not.to.changeEtherBalance(owner, -500, { includeFee: true });
    await refutes(() => expect(pay()).to.changeEtherBalance(other, 501));
    await refutes(() => expect(pay()).to.changeEtherBalances([owner, other], [-500, 501]));
  });

  it('of tokens changes', async () => {
    await contract.mint(owner, 1000);
    const send = () => contract.transfer(other, 5);
    await expect(send).to.changeTokenBalance(contract, other, 5);
    await expect(send).to.changeTokenBalances(contract, [owner, other], [-5, 5]);
    await expect(send).not.to.changeTokenBalance(contract, other, 6);
    await refutes(() => expect(send).to.changeTokenBalance(contract, other, 6));
    await refutes(() => expect(send).to.changeTokenBalances(contract, [owner, other], [-5, 6]));
  });
});

describe('a value', () => {
  it('is a number, an address, or hex of a kind', async () => {
    const balance = await ethers.provider.getBalance(other);
    expect(balance).to.be.above(0).and.to.equal(balance.toString());
    expect(other).to.equal(other.address);
    expect('0x01').to.hexEqual('0x0001');
    expect('0x01').not.to.hexEqual('0x02');
    expect(other.address).to.be.properAddress;
    expect('0x12').not.to.be.properAddress;
    expect((await contract.fine()).hash).to.be.properHex(64);
    expect(ethers.id('key')).to.be.properPrivateKey;
    await refutes(() => expect('0x12').to.be.properAddress);
    await refutes(() => expect('0x12').to.be.properHex(64));
    await refutes(() => expect('0x12').to.be.properPrivateKey);
    await refutes(() => expect('0x01').to.hexEqual('0x02'));
  });
});
