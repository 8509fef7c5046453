/** Methods that Hardhat's own node serves by default, and the form of its errors. */
const { expect } = require('chai');
const { ethers, network } = require('hardhat');

const send = (method, ...params) => network.provider.send(method, params);

describe('the methods of the node', () => {
  it('trace, sign and show the mempool', async () => {
    const [{ address }] = await ethers.getSigners();
    const hash = await send('eth_sendTransaction', { from: address, to: address, value: '0x1' });
    expect(await send('debug_traceTransaction', hash)).to.deep.include({ failed: false, returnValue: '' });
    expect(await send('debug_traceCall', { from: address, to: address }, 'latest', {})).to.include({ gas: 21000 });
    expect(await send('txpool_content')).to.deep.equal({ pending: {}, queued: {} });
    const signature = await send('personal_sign', '0x1234', address);
    expect(ethers.verifyMessage(ethers.getBytes('0x1234'), signature)).to.equal(ethers.getAddress(address));
  });

  it('name the flag of a namespace that is not enabled', async () => {
    const { code, message } = await send('admin_peers').catch((error) => error);
    expect(code).to.equal(-32601);
    expect(message).to.contain('--json-rpc.api=');
  });
});
