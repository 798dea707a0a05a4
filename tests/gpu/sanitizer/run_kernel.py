"""Runs one kernel of the fault corpus on the GPU: run_kernel.py CUBIN KERNEL JSON. Meant to run under compute-sanitizer."""
import json
import sys

import cupy

CUPY_TYPES = {"f16": "float16", "f32": "float32", "f64": "float64", "i8": "int8", "u8": "uint8", "i16": "int16",
              "u16": "uint16", "i32": "int32", "u32": "uint32", "i64": "int64", "u64": "uint64"}


def argument(parameter):
    """A buffer of its own allocation, so that its ends are ends of memory, or a scalar."""
    import numpy
    if "count" not in parameter:
        value = parameter["value"]
        return numpy.float32(value) if "." in value else (
            numpy.int32(int(value)) if abs(int(value)) < 2**31 else numpy.int64(int(value)))
    kind = CUPY_TYPES[parameter["type"]]
    if not parameter["fill"]:
        return cupy.ndarray((parameter["count"],), dtype=kind)
    fill = parameter["fill"]
    host = numpy.arange(parameter["count"]) if fill == "iota" else numpy.full(parameter["count"], float(fill))
    return cupy.asarray(host.astype(kind))


def main():
    cubin, name, text = sys.argv[1:4]
    head = json.loads(text)
    cupy.cuda.set_allocator(None)
    kernel = cupy.RawModule(path=cubin).get_function(name)
    if head["shared"] > 48 * 1024:
        kernel.max_dynamic_shared_size_bytes = head["shared"]
    arguments = tuple(argument(parameter) for parameter in head["parameters"])
    kernel(tuple(head["grid"]), tuple(head["block"]), arguments, shared_mem=head["shared"])
    cupy.cuda.Device().synchronize()


main()
