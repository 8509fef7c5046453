/**
 * Program that runs in the sandbox before a JavaScript tracer. It defines the objects and functions that go-ethereum
 * gives to tracers (`eth/tracers/js/goja.go`), over one function of the host, and returns the functions that call the
 * tracer. Big numbers have the interface of the library big-integer, over native ones.
 */
export const PRELUDE = `(function (host, source) {
  'use strict';
  // The tracer may replace them, and its result is part of a response.
  const { parse, stringify } = JSON;
  const digits = '0123456789abcdef';
  const bytesOf = (hex) => {
    const bytes = new Uint8Array((hex.length - 2) / 2);
    for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(hex.substr(2 + 2 * i, 2), 16);
    return bytes;
  };
  const textOf = (bytes) => {
    let text = '0x';
    for (const byte of bytes) text += digits[(byte >> 4) & 15] + digits[byte & 15];
    return text;
  };
  const hexOf = (value, allowString) => {
    if (value instanceof Uint8Array || Array.isArray(value)) return textOf(value);
    if (allowString && (typeof value === 'string' || value instanceof String)) {
      const text = String(value).replace(/^0x/i, '');
      return '0x' + (text.length % 2 === 1 ? '0' : '') + text;
    }
    throw new Error('invalid buffer type');
  };
  const padded = (hex, length) => '0x' + hex.slice(2).slice(-2 * length).padStart(2 * length, '0');
  const addressOf = (value, allowString) => padded(hexOf(value, allowString), 20);

  const nativeOf = (value, radix) => {
    if (value instanceof Big) return value.value;
    if (typeof value !== 'string' || radix === undefined || radix === 10) return BigInt(value === undefined ? 0 : value);
    const isNegative = value[0] === '-';
    let sum = 0n;
    for (const digit of isNegative ? value.slice(1) : value) sum = sum * BigInt(radix) + BigInt(parseInt(digit, radix));
    return isNegative ? -sum : sum;
  };
  function Big(value) { this.value = value; }
  const bigInt = (value, radix) => new Big(nativeOf(value, radix));
  const define = (names, make) => {
    for (const name of names.split(' ')) Big.prototype[name] = function (other) { return make(this.value, other === undefined ? undefined : nativeOf(other)); };
  };
  const abs = (value) => (value < 0n ? -value : value);
  define('add plus', (a, b) => new Big(a + b));
  define('subtract minus', (a, b) => new Big(a - b));
  define('multiply times', (a, b) => new Big(a * b));
  define('divide over', (a, b) => new Big(a / b));
  define('mod remainder', (a, b) => new Big(a % b));
  define('pow', (a, b) => new Big(a ** b));
  define('and', (a, b) => new Big(a & b));
  define('or', (a, b) => new Big(a | b));
  define('xor', (a, b) => new Big(a ^ b));
  define('shiftLeft', (a, b) => new Big(a << b));
  define('shiftRight', (a, b) => new Big(a >> b));
  define('not', (a) => new Big(~a));
  define('negate', (a) => new Big(-a));
  define('abs', (a) => new Big(abs(a)));
  define('square', (a) => new Big(a * a));
  define('next', (a) => new Big(a + 1n));
  define('prev', (a) => new Big(a - 1n));
  define('equals eq', (a, b) => a === b);
  define('notEquals neq', (a, b) => a !== b);
  define('greater gt', (a, b) => a > b);
  define('greaterOrEquals geq', (a, b) => a >= b);
  define('lesser lt', (a, b) => a < b);
  define('lesserOrEquals leq', (a, b) => a <= b);
  define('compare compareTo', (a, b) => (a < b ? -1 : a > b ? 1 : 0));
  define('compareAbs', (a, b) => (abs(a) < abs(b) ? -1 : abs(a) > abs(b) ? 1 : 0));
  define('isZero', (a) => a === 0n);
  define('isUnit', (a) => abs(a) === 1n);
  define('isNegative', (a) => a < 0n);
  define('isPositive', (a) => a > 0n);
  define('isEven', (a) => a % 2n === 0n);
  define('isOdd', (a) => a % 2n !== 0n);
  define('toJSNumber valueOf', (a) => Number(a));
  define('bitLength', (a) => new Big(BigInt(abs(a).toString(2).length)));
  define('divmod', (a, b) => ({ quotient: new Big(a / b), remainder: new Big(a % b) }));
  Big.prototype.toString = function (radix) { return this.value.toString(radix); };
  Big.prototype.toJSON = function () { return this.value.toString(); };
  bigInt.zero = bigInt(0);
  bigInt.one = bigInt(1);
  bigInt.minusOne = bigInt(-1);
  bigInt.isInstance = (value) => value instanceof Big;
  bigInt.max = (a, b) => (nativeOf(a) > nativeOf(b) ? bigInt(a) : bigInt(b));
  bigInt.min = (a, b) => (nativeOf(a) < nativeOf(b) ? bigInt(a) : bigInt(b));

  const bytes = (name) => (...args) => bytesOf(host(name, ...args));
  const big = (name) => (...args) => bigInt(host(name, ...args));
  const plain = (name) => (...args) => host(name, ...args);
  const log = {
    getPC: plain('pc'),
    getGas: plain('gas'),
    getCost: plain('cost'),
    getDepth: plain('depth'),
    getRefund: plain('refund'),
    getError: plain('error'),
    op: {
      toNumber: plain('op'),
      toString: plain('opName'),
      isPush: () => host('op') >= 0x5f && host('op') <= 0x7f,
    },
    stack: { peek: big('peek'), length: plain('stackLength') },
    memory: { slice: bytes('memorySlice'), getUint: big('memoryWord'), length: plain('memoryLength') },
    contract: {
      getCaller: bytes('caller'),
      getAddress: bytes('address'),
      getValue: big('value'),
      getInput: bytes('input'),
    },
  };
  const db = {
    getBalance: (address) => bigInt(host('balance', addressOf(address))),
    getNonce: (address) => host('nonce', addressOf(address)),
    getCode: (address) => bytesOf(host('code', addressOf(address))),
    getState: (address, slot) => bytesOf(host('state', addressOf(address), padded(hexOf(slot), 32))),
    exists: (address) => host('exists', addressOf(address)),
  };
  const frame = {
    getType: plain('frameType'),
    getFrom: bytes('frameFrom'),
    getTo: bytes('frameTo'),
    getInput: bytes('frameInput'),
    getGas: plain('frameGas'),
    getValue: () => {
      const value = host('frameValue');
      return value === undefined ? undefined : bigInt(value);
    },
  };
  const frameResult = { getGasUsed: plain('exitGas'), getOutput: bytes('exitOutput'), getError: plain('exitError') };

  globalThis.bigInt = bigInt;
  globalThis.toHex = (value) => hexOf(value, false);
  globalThis.toWord = (value) => bytesOf(padded(hexOf(value, true), 32));
  globalThis.toAddress = (value) => bytesOf(addressOf(value, true));
  globalThis.toContract = (from, nonce) => bytesOf(host('contract', addressOf(from, true), nonce));
  globalThis.toContract2 = (from, salt, code) =>
    bytesOf(host('contract2', addressOf(from, true), padded(hexOf(salt, true), 32), hexOf(code, true)));
  globalThis.isPrecompiled = (address) => host('isPrecompiled', addressOf(address, true));
  globalThis.slice = (value, start, end) => {
    const given = bytesOf(hexOf(value, false));
    if (start < 0 || start > end || end > given.length)
      throw new Error('Tracer accessed out of bound memory: available ' + given.length + ', offset ' + start + ', size ' + (end - start));
    return given.slice(start, end);
  };

  const tracer = (0, eval)('(' + source + ')');
  const has = (name) => tracer !== null && tracer !== undefined && typeof tracer[name] === 'function';
  if (!has('result')) throw new Error('trace object must expose a function result()');
  if (!has('fault')) throw new Error('trace object must expose a function fault()');
  if (has('enter') !== has('exit')) throw new Error('trace object must expose either both or none of enter() and exit()');
  const contextOf = (given) => {
    const context = {};
    for (const [name, [kind, value]] of Object.entries(given))
      context[name] = kind === 'bytes' ? bytesOf(value) : kind === 'big' ? bigInt(value) : value;
    return context;
  };
  return {
    hooks: (has('step') ? 'step ' : '') + (has('enter') ? 'frames' : ''),
    setup: (config) => void (has('setup') && tracer.setup(config)),
    step: () => void tracer.step(log, db),
    fault: () => void tracer.fault(log, db),
    enter: () => void tracer.enter(frame),
    exit: () => void tracer.exit(frameResult),
    result: (context) => {
      const text = stringify(tracer.result(contextOf(parse(context)), db));
      return text === undefined ? 'null' : text;
    },
  };
})`;
