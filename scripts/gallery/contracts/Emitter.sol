// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

/// Emits logs with zero to four topics.
contract Emitter {
    event Plain(uint256 value);
    event Indexed(uint256 indexed number, string indexed text, address indexed account);

    function plain(uint256 value) external {
        emit Plain(value);
    }

    function indexed_(uint256 number, string calldata text, address account) external {
        emit Indexed(number, text, account);
    }

    function all(uint256 number) external {
        emit Plain(number);
        emit Indexed(number, "text", msg.sender);
        bytes memory data = abi.encode(number);
        assembly {
            log0(add(data, 32), mload(data))
        }
    }
}
