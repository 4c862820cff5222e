#pragma once

/// Returns 1 if the compiler of this file sees Accelerate.
int CFetchedSeesAccelerate(void);
