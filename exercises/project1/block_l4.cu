// block_l4: the transformer block with tiles in shared memory. It opens in week 5.
//
//! launch block_l4() grid=1 block=1

extern "C" __global__ void block_l4()
{
}
