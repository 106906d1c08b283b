// The driver's API, which some versions of CUB include and do not use.
#pragma once
