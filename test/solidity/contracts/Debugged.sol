// SPDX-License-Identifier: MIT
pragma solidity >=0.8.4;

library Sums {
    function twice(uint256 x) internal pure returns (uint256) {
        uint256 y = x + x; // @twice
        return y;
    }

    function linked(uint256 x) external pure returns (uint256) {
        return twice(x) + 1; // @linked
    }
}

contract Child {
    uint256 public immutable limit;

    event Born(address indexed by, uint256 limit, string word);
    error TooMany(uint256 given, uint256 limit);

    constructor(uint256 limit_) payable {
        limit = limit_; // @constructor
        emit Born(msg.sender, limit_, "hello");
    }

    function check(uint256 x) external view returns (uint256) {
        if (x > limit) revert TooMany(x, limit); // @tooMany
        return x;
    }
}

contract Extension {
    uint256 internal total;

    function add(uint256 x) external payable returns (uint256) {
        total += x; // @add
        return total;
    }
}

contract Debugged {
    enum Color { Red, Green, Blue }

    struct Point {
        uint128 x;
        uint64 y;
        bool on;
        string name;
    }

    uint256 internal total = 5;
    uint8 internal small = 7;
    bool internal flag = true;
    address internal owner = address(0xBEEF);
    int16 internal negative = -3;
    Color internal color = Color.Blue;
    bytes4 internal tag = 0x01020304;
    string internal text = "short";
    string internal longText = "a text that is longer than thirty-one bytes";
    uint16[] internal list;
    uint32[3] internal triple;
    Point internal point;
    mapping(address => uint256) internal balances;
    mapping(uint256 => mapping(string => Point)) internal nested;
    Extension internal extension;

    constructor(Extension extension_) {
        extension = extension_;
    }

    function run(uint256 x, string calldata word) external payable returns (uint256, bool) {
        uint256 sum = middle(x, 3); // @run
        list.push(uint16(sum)); // @push
        list.push(9);
        triple[1] = 13;
        point = Point(uint128(x), 21, true, word);
        balances[msg.sender] += msg.value;
        nested[x]["key"].y = 34; // @nested
        Child child = new Child{value: 1}(x); // @new
        try child.check(x + 1) returns (uint256) { // @try
            sum = 0;
        } catch {
            sum += Sums.linked(sum); // @catch
        }
        (bool ok, ) = address(extension).delegatecall(abi.encodeCall(Extension.add, (sum))); // @delegate
        return (total, ok); // @end
    }

    function middle(uint256 a, uint8 b) internal returns (uint256) {
        small = b; // @middle
        return Sums.twice(a) + small; // @inner
    }

    function fail(uint256 x) external {
        total = x;
        middle(x, 4);
        revert Child.TooMany(x, total); // @fail
    }

    function spin(uint256 rounds) external {
        for (uint256 i = 0; i < rounds; i++) total ^= i; // @spin
    }
}
