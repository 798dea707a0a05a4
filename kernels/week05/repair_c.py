import torch


def reference(mask):
    """Left, top, right, bottom of the ones; an empty mask has width, height, -1, -1."""
    places = mask.nonzero()
    if len(places) == 0:
        return torch.tensor([mask.shape[1], mask.shape[0], -1, -1], dtype=torch.int32, device=mask.device)
    first, last = places.amin(dim=0), places.amax(dim=0)
    return torch.stack([first[1], first[0], last[1], last[0]]).int()
