// SPDX-License-Identifier: MIT
pragma solidity >=0.5.17;

// Äußerst ungleiche Längen: bytes are not characters.

library Inner {
    function positive(uint256 x) internal pure returns (uint256) {
        require(x > 70, "not positive"); // @positive
        return x;
    }
}

library Linked {
    function linked(uint256 x) external pure returns (uint256) {
        require(x > 110, "linked says no"); // @linked
        return x;
    }

    function touch(uint256 x) external returns (uint256) { // @touch
        assembly {
            sstore(0, x)
        }
        return x;
    }
}

//#since 0.8.4
error Elsewhere(uint256 code, string why);

//#end
//#since 0.7.1
function halve(uint256 x) pure returns (uint256) {
    require(x % 2 == 0, "odd"); // @halve
    return x / 2;
}

//#end
contract Root {
    uint256 internal rooted;

    modifier rootOnly(uint256 x) {
        require(x > 5000, "root only"); // @rootOnly
        _;
    }

    function rootCheck(uint256 x) internal virtual returns (uint256) {
        rooted += x;
        require(x != 17, "seventeen"); // @rootCheck
        return x;
    }
}

contract RootMaker {
    uint256 public made;

    constructor(uint256 x) public {
        require(x != 18, "eighteen"); // @RootMaker
        made = x;
    }
}
