// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Faucet} from "../src/Faucet.sol";
import {Token} from "../src/Token.sol";

/// Declares the cheatcodes that this script uses; forge-std declares all of them.
interface Vm {
    function startBroadcast() external;
    function stopBroadcast() external;
}

/// Deploys the token and a faucet with half of its supply, and calls the faucet once.
contract Deploy {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    // forge calls run() of contracts with this constant.
    bool public constant IS_SCRIPT = true;

    function run() external returns (Token token, Faucet faucet) {
        vm.startBroadcast();
        token = new Token(1_000_000 ether, msg.sender);
        faucet = new Faucet(token, 100 ether);
        token.transfer(address(faucet), 500_000 ether);
        faucet.ask();
        vm.stopBroadcast();
    }
}
