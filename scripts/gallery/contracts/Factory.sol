// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

contract Child {
    address public immutable parent = msg.sender;

    constructor() payable {}

    function destroy(address payable heir) external {
        selfdestruct(heir);
    }
}

/// Creates contracts, and destroys them.
contract Factory {
    event Created(address indexed child, bool withSalt);

    function create() external payable returns (Child child) {
        child = new Child{value: msg.value}();
        emit Created(address(child), false);
    }

    function create2(bytes32 salt) external payable returns (Child child) {
        child = new Child{value: msg.value, salt: salt}();
        emit Created(address(child), true);
    }

    function createAndDestroy(address payable heir) external payable returns (Child child) {
        child = new Child{value: msg.value}();
        emit Created(address(child), false);
        child.destroy(heir);
    }
}
