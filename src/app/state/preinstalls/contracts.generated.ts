/** Written by scripts/generate_preinstalls.ts, which runs published creation code. */
import type { PreinstalledAccount } from './preinstalled_account.js';

/** Accounts of each contract by its name in genesis documents: the contract, and the one that its constructor creates. */
export const PREINSTALLS = {
  // github.com/mds1/multicall3 5f90062160ae, README.md (signed transaction); MIT
  multicall3: [
    {
      address: 'ca11bde05977b3631167028862be2a173976ca11',
      nonce: 1n,
      codeHash: 'd5c15df687b16f2ff992fc8d767b4216323184a2bbc6ee2f9c398c318e770891',
      start: 0,
      length: 3808,
      storage: [],
    },
  ],
  // github.com/Uniswap/contracts b246f140faf6, src/briefcase/deployers/permit2/Permit2Deployer.sol; MIT
  permit2: [
    {
      address: '000000000022d473030f116ddee9f6b43ac78ba3',
      nonce: 1n,
      codeHash: '43e2e04ef05ffe84596d6d140b826f3fe20ed569c89e49d712586eb5a6644348',
      start: 3808,
      length: 9152,
      storage: [],
      ofChain: {
        domain:
          '8cad95687ba82c2ce50e74f7b754645e5117c3a5bec8151c0726d5857980a8669ac997416e8ff9d2ff6bebeb7149f65cdae5e32e2b90440b566bb3044041d36a',
        chainId: [6945],
        separator: [6983],
      },
    },
  ],
  // npm @safe-global/safe-singleton-factory 2.0.0, artifacts/31337/deployment.json; MIT
  safeSingletonFactory: [
    {
      address: '914d7fec6aac8cd542e72bca78b30650d45643d7',
      nonce: 1n,
      codeHash: '2fa86add0aed31f33a762c9d88e807c475bd51d0f52bd0955754b2608f7e4989',
      start: 12960,
      length: 69,
      storage: [],
    },
  ],
  // npm @nomicfoundation/ignition-core 3.1.9, createx-artifact.js (signed transaction of pcaversaccio/createx); AGPL-3.0-only
  createX: [
    {
      address: 'ba5ed099633d3b313e4d5f7bdc1305d3c28ba5ed',
      nonce: 1n,
      codeHash: 'bd8a7ea8cfca7b4e5f5041d7d4b17bc317c5ce42cfbc42066a00cf26b43eb53f',
      start: 13029,
      length: 11838,
      storage: [],
    },
  ],
  // npm @account-abstraction/contracts 0.6.0, artifacts/EntryPoint.json; GPL-3.0
  entryPoint06: [
    {
      address: '5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
      nonce: 2n,
      codeHash: 'c93c806e738300b5357ecdc2e971d6438d34d8e4e17b99b758b1f9cac91c8e70',
      start: 24867,
      length: 23689,
      storage: [[2n, 1n]],
    },
    {
      address: '7fc98430eaedbb6070b35b39d798725049088348',
      nonce: 1n,
      codeHash: 'ae818091eaaf1b6175ee41472359a689f3823d0908a41e2e5c4ad508f2fc04a3',
      start: 48556,
      length: 528,
      storage: [],
    },
  ],
  // npm @account-abstraction/contracts 0.7.0, artifacts/EntryPoint.json; GPL-3.0
  entryPoint07: [
    {
      address: '0000000071727de22e5e9d8baf0edac6f37da032',
      nonce: 2n,
      codeHash: '8db5ff695839d655407cc8490bb7a5d82337a86a6b39c3f0258aa6c3b582fc58',
      start: 49084,
      length: 16035,
      storage: [[2n, 1n]],
    },
    {
      address: 'efc2c1444ebcc4db75e7613d20c6a62ff67a167c',
      nonce: 1n,
      codeHash: '283c9d14378f5f4c4e24045b87d621d48443fa5b4af7dd7180a599b3756a7689',
      start: 65119,
      length: 451,
      storage: [],
    },
  ],
  // npm @account-abstraction/contracts 0.8.0, artifacts/EntryPoint.json; GPL-3.0
  entryPoint08: [
    {
      address: '4337084d9e255ff0702461cf8895ce9e3b5ff108',
      nonce: 2n,
      codeHash: '0a58ad57e3f8266dcc99cda79b0d3d784a4cedc4e972f33a8a2c5cecbb9e67b4',
      start: 65570,
      length: 21738,
      storage: [],
      ofChain: {
        domain:
          '8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f364da28a5c92bcc87fe97c8813a6c6b8a3a049b0ea0a328fcb0b4f0e00337586c89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc6',
        chainId: [13774],
        separator: [13585],
      },
    },
    {
      address: '449ed7c3e6fee6a97311d4b55475df59c44add33',
      nonce: 1n,
      codeHash: 'c69a1b3a000d570bc86eb096ee63a9014a17951ad616d720882ec61432b00fcf',
      start: 87308,
      length: 1217,
      storage: [],
    },
  ],
} as const satisfies Readonly<Record<string, readonly PreinstalledAccount[]>>;
