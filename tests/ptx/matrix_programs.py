#!/usr/bin/env python3
"""Writes conformance/matrix_model_*.ptx: mma programs whose results come from the plain model below.

    tests/ptx/matrix_programs.py [FOLDER]

The model knows nothing of the virtual GPU: it places elements by the formulas of PTX ISA 9.7.14.5 (fragments) and
9.7.14.6 (sparse storage and its metadata), multiplies whole matrices of small integers, and reads the result back.
"""
import os
import random
import struct
import sys

BITS = {"f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "f64": 64, "s32": 32,
        "s8": 8, "u8": 8, "s4": 4, "u4": 4, "b1": 1, "e4m3": 8, "e5m2": 8}
RANGE = {"s8": (-128, 127), "u8": (0, 255), "s4": (-8, 7), "u4": (0, 15), "b1": (0, 1)}


def encode(kind, value):
    if kind == "f16":
        return struct.unpack("<H", struct.pack("<e", value))[0]
    if kind in ("f32", "tf32"):
        return struct.unpack("<I", struct.pack("<f", value))[0]
    if kind == "bf16":
        return struct.unpack("<I", struct.pack("<f", value))[0] >> 16
    if kind == "f64":
        return struct.unpack("<Q", struct.pack("<d", value))[0]
    if kind in ("e4m3", "e5m2"):  # small integers are halves with fewer bits
        half = struct.unpack("<H", struct.pack("<e", value))[0]
        if kind == "e5m2":
            return half >> 8
        return 0 if not value else (half >> 8 & 0x80) | (((half >> 10 & 31) - 15 + 7) << 3 | half >> 7 & 7)
    return value & ((1 << BITS[kind]) - 1)


class Rule:
    """Which lane and register hold an element; `row` of A and C, `column` of B choose the group of four lanes."""

    def __init__(self, kind, m, n, k):
        self.per_register = max(1, 32 // BITS[kind])
        self.kind, self.m, self.n, self.k = kind, m, n, k

    def along_k(self, outer, k):
        lane = outer % 8 * 4 + k // self.per_register % 4
        halves = k // (4 * self.per_register)
        return lane, halves, k % self.per_register

    def a(self, row, k):
        lane, half, at = self.along_k(row, k)
        return lane, half * (self.m // 8) + row // 8, at

    def b(self, k, column):
        return self.along_k(column, k)

    def c(self, row, column):
        lane, number = row % 8 * 4 + column // 2, row // 8 * 2 + column % 2
        if self.kind in ("f16",):
            return lane, number // 2, number % 2
        return lane, number, 0


def place(count, kind, cells):
    """cells: (lane, register, position), value -> registers[lane][register]"""
    registers = [[0] * count for _ in range(32)]
    for (lane, register, at), value in cells:
        registers[lane][register] |= encode(kind, value) << at * BITS[kind]
    return registers


def draw(kind, rng):
    low, high = RANGE.get(kind, (-3, 3))
    return rng.randint(low, high)


def sparse_columns(kind, k, rng):
    """The k of each stored element of a row, and the 4 bits of metadata of each group."""
    columns, bits = [], []
    if kind == "tf32":
        for first in range(0, k, 2):
            which = rng.randint(0, 1)
            columns.append(first + which)
            bits.append(0b1110 if which else 0b0100)
        return columns, bits
    unit = 2 if BITS[kind] == 4 else 1  # 4-bit elements are chosen in pairs
    for first in range(0, k, 4 * unit):
        low, high = sorted(rng.sample(range(4), 2))
        bits.append(low | high << 2)
        for chosen in (low, high):
            columns += [first + chosen * unit + i for i in range(unit)]
    return columns, bits


def place_metadata(kind, k, selector, rows, rng):
    """A random 32-bit word in lanes that give none; else the bits of each row's groups, four by four."""
    words = [rng.getrandbits(32) for _ in range(32)]
    cleared = set()
    wide = BITS[kind] >= 16
    for row, bits in enumerate(rows):
        for group, four in enumerate(bits):
            if wide:  # a lane serves rows g and g + 8, four groups of each
                lanes = len(bits) // 4
                lane, shift = row % 8 * 4 + selector * lanes + group // 4, row // 8 * 16 + group % 4 * 4
            else:  # a lane serves one row, eight groups
                lanes = len(bits) // 8 * 2
                lane, shift = row % 8 * 4 + selector * lanes + group // 8 * 2 + row // 8, group % 8 * 4
            if lane not in cleared:
                cleared.add(lane)
                words[lane] = 0
            words[lane] |= four << shift
    return words


def multiply(kinds, a, b, c, operation):
    m, n, k = len(a), len(b[0]), len(b)
    if operation:
        combine = (lambda x, y: x ^ y) if operation == "xor" else (lambda x, y: x & y)
        return [[c[i][j] + sum(combine(a[i][t], b[t][j]) for t in range(k)) for j in range(n)] for i in range(m)]
    return [[c[i][j] + sum(a[i][t] * b[t][j] for t in range(k)) for j in range(n)] for i in range(m)]


def words(registers):
    return " ".join(str(word) for lane in registers for word in lane)


def program(name, shape, kinds, sparse=None, selector=0, operation=None, satfinite=False):
    """kinds: (d, a, b, c)"""
    rng = random.Random(name)
    m, n, k = shape
    d_kind, a_kind, b_kind, c_kind = kinds
    stored = k // 2 if sparse else k
    a_rule, b_rule = Rule(a_kind, m, n, stored), Rule(b_kind, m, n, k)
    c_rule, d_rule = Rule(c_kind, m, n, k), Rule(d_kind, m, n, k)
    a = [[0] * k for _ in range(m)]
    a_cells, metadata = [], []
    for row in range(m):
        columns, bits = sparse_columns(a_kind, k, rng) if sparse else (range(k), [])
        metadata.append(bits)
        for i, column in enumerate(columns):
            a[row][column] = draw(a_kind, rng)
            a_cells.append((a_rule.a(row, i), a[row][column]))
    b = [[draw(b_kind, rng) for _ in range(n)] for _ in range(k)]
    c = [[rng.randint(-9, 9) for _ in range(n)] for _ in range(m)]
    if satfinite:
        c[0][0], c[m - 1][n - 1] = 2**31 - 1, -2**31
    d = multiply(kinds, a, b, c, operation)
    if satfinite:
        d = [[max(-2**31, min(2**31 - 1, value)) for value in row] for row in d]
    counts = [max(1, m * stored * BITS[a_kind] // 1024), max(1, k * n * BITS[b_kind] // 1024)]
    counts += [m * n * BITS[c_kind] // 1024, m * n * BITS[d_kind] // 1024]
    cells = lambda rule, matrix, rows, columns: [(rule(i, j), matrix[i][j]) for i in range(rows) for j in range(columns)]
    fragments = [place(counts[0], a_kind, a_cells), place(counts[1], b_kind, cells(b_rule.b, b, k, n)),
                 place(counts[2], c_kind, cells(c_rule.c, c, m, n))]
    expected = place(counts[3], d_kind, cells(d_rule.c, d, m, n))
    lines = ["// run: test grid=1 block=32"]
    for registers, count in zip(fragments, counts):
        lines.append("// arg: u32[%d] = %s" % (32 * count, words(registers)))
    lines.append("// arg: u32[%d] = poison" % (32 * counts[3]))
    if sparse:
        lines.append("// arg: u32[32] = %s" % " ".join(map(str, place_metadata(a_kind, k, selector, metadata, rng))))
    lines.append("// expect: 3 = %s" % words(expected))
    lines += [".version 8.7", ".target sm_89", ".address_size 64", ""]
    lines += body(shape, kinds, counts, sparse, selector, operation, satfinite)
    return "\n".join(lines) + "\n"


def load(name, index, count):
    """Registers %name0.. of this lane."""
    lines = ["    ld.param.u64 %%d1, [p%d];" % index, "    mad.wide.u32 %%d1, %%r0, %d, %%d1;" % (4 * count)]
    return lines + ["    ld.global.b32 %%%s%d, [%%d1+%d];" % (name, i, 4 * i) for i in range(count)]


def body(shape, kinds, counts, sparse, selector, operation, satfinite):
    d_kind, a_kind, b_kind, c_kind = kinds
    vector = lambda name, count: "{" + ", ".join("%%%s%d" % (name, i) for i in range(count)) + "}"
    spelling = "mma%s.sync.aligned.m%dn%dk%d.row.col%s.%s%s" % (
        sparse or "", *shape, ".satfinite" if satfinite else "", ".".join(kinds),
        "." + operation + ".popc" if operation else "")
    operands = [vector("o", counts[3]), vector("a", counts[0]), vector("b", counts[1]), vector("c", counts[2])]
    if sparse:
        operands += ["%e0", "0x%x" % selector]
    parameters = ", ".join(".param .u64 p%d" % i for i in range(5 if sparse else 4))
    lines = [".visible .entry test(%s)" % parameters, "{", "    .reg .b32 %r<2>, %a<8>, %b<8>, %e<2>;"]
    lines.append("    .reg .%s %%c<8>;" % ("f32" if c_kind == "f32" else "b32"))
    lines.append("    .reg .%s %%o<8>;" % ("f32" if d_kind == "f32" else "b32"))
    lines += ["    .reg .b64 %d<2>;", "    mov.u32 %r0, %tid.x;"]
    lines += load("a", 0, counts[0]) + load("b", 1, counts[1]) + load("c", 2, counts[2])
    if sparse:
        lines += load("e", 4, 1)
    lines.append("    %s %s;" % (spelling, ", ".join(operands)))
    lines += ["    ld.param.u64 %d1, [p3];", "    mad.wide.u32 %%d1, %%r0, %d, %%d1;" % (4 * counts[3])]
    lines += ["    st.global.b32 [%%d1+%d], %%o%d;" % (4 * i, i) for i in range(counts[3])]
    return lines + ["    ret;", "}"]


F = lambda kind: ("f32", kind, kind, "f32")
I = lambda a, b: ("s32", a, b, "s32")
H = ("f16", "f16", "f16", "f16")
ORDERED = ".sp::ordered_metadata"
PROGRAMS = [
    ("f16_m16n8k8", (16, 8, 8), F("f16"), {}),
    ("f16_m16n8k16_half", (16, 8, 16), H, {}),
    ("tf32_m16n8k4", (16, 8, 4), F("tf32"), {}),
    ("s8_u8_m8n8k16", (8, 8, 16), I("s8", "u8"), {}),
    ("u8_s8_m16n8k16", (16, 8, 16), I("u8", "s8"), {}),
    ("s8_m16n8k32_satfinite", (16, 8, 32), I("s8", "s8"), {"satfinite": True}),
    ("u4_s4_m8n8k32", (8, 8, 32), I("u4", "s4"), {}),
    ("s4_u4_m16n8k32", (16, 8, 32), I("s4", "u4"), {}),
    ("u4_m16n8k64", (16, 8, 64), I("u4", "u4"), {}),
    ("b1_xor_m8n8k128", (8, 8, 128), I("b1", "b1"), {"operation": "xor"}),
    ("b1_and_m8n8k128", (8, 8, 128), I("b1", "b1"), {"operation": "and"}),
    ("b1_xor_m16n8k128", (16, 8, 128), I("b1", "b1"), {"operation": "xor"}),
    ("b1_and_m16n8k256", (16, 8, 256), I("b1", "b1"), {"operation": "and"}),
    ("b1_xor_m16n8k256", (16, 8, 256), I("b1", "b1"), {"operation": "xor"}),
    ("e5m2_e4m3_m16n8k32", (16, 8, 32), ("f32", "e5m2", "e4m3", "f32"), {}),
    ("e4m3_m16n8k16", (16, 8, 16), F("e4m3"), {}),
    ("e5m2_m16n8k32_half", (16, 8, 32), ("f16", "e5m2", "e5m2", "f16"), {}),
    ("sparse_f16_m16n8k16", (16, 8, 16), F("f16"), {"sparse": ".sp", "selector": 0}),
    ("sparse_f16_m16n8k16_last", (16, 8, 16), H, {"sparse": ".sp", "selector": 3}),
    ("sparse_f16_m16n8k32", (16, 8, 32), F("f16"), {"sparse": ORDERED, "selector": 1}),
    ("sparse_bf16_m16n8k16", (16, 8, 16), F("bf16"), {"sparse": ORDERED, "selector": 2}),
    ("sparse_bf16_m16n8k32", (16, 8, 32), F("bf16"), {"sparse": ".sp", "selector": 0}),
    ("sparse_tf32_m16n8k8", (16, 8, 8), F("tf32"), {"sparse": ORDERED, "selector": 3}),
    ("sparse_tf32_m16n8k16", (16, 8, 16), F("tf32"), {"sparse": ".sp", "selector": 1}),
    ("sparse_s8_m16n8k32", (16, 8, 32), I("s8", "s8"), {"sparse": ".sp", "selector": 1}),
    ("sparse_u8_s8_m16n8k64", (16, 8, 64), I("u8", "s8"), {"sparse": ORDERED, "selector": 0}),
    ("sparse_s4_m16n8k64", (16, 8, 64), I("s4", "s4"), {"sparse": ".sp", "selector": 1}),
    ("sparse_u4_s4_m16n8k128", (16, 8, 128), I("u4", "s4"), {"sparse": ORDERED, "selector": 0}),
    ("sparse_e4m3_m16n8k64", (16, 8, 64), F("e4m3"), {"sparse": ".sp", "selector": 0}),
]


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "conformance")
    for name, shape, kinds, options in PROGRAMS:
        with open(os.path.join(folder, "matrix_model_%s.ptx" % name), "w") as out:
            out.write(program(name, shape, kinds, **options))


if __name__ == "__main__":
    main()
