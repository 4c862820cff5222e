// A ring buffer whose bytes are there twice, one behind the other, so that no read or write has to go around its end.
#if !defined(__cplusplus) && __STDC_VERSION__ >= 201112L
#include <stdatomic.h>
// Each compiler's brings it, as on a Mac.
typedef uint32_t ring_length;
#endif
#include <mach/mach.h>
#include <stdio.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            printf("line %d: %s\n", __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

int old_call(void) __deprecated_msg("a new call is there");

/// Maps a ring's bytes twice, from `*address` on.
static kern_return_t make_ring(vm_address_t *address, vm_size_t size) {
    vm_prot_t now, most;
    vm_address_t behind;
    kern_return_t status = vm_allocate(mach_task_self(), address, size * 2, VM_FLAGS_ANYWHERE);
    if (status != ERR_SUCCESS) return status;
    status = vm_deallocate(mach_task_self(), *address + size, size);
    if (status != ERR_SUCCESS) return status;
    behind = *address + size;
    status = vm_remap(
        mach_task_self(), &behind, size, 0, VM_FLAGS_FIXED, mach_task_self(), *address, 0, &now, &most, VM_INHERIT_DEFAULT);
    if (status != ERR_SUCCESS) return status;
    if ((now & (VM_PROT_READ | VM_PROT_WRITE)) != (VM_PROT_READ | VM_PROT_WRITE)) return KERN_PROTECTION_FAILURE;
    return behind == *address + size ? KERN_SUCCESS : KERN_FAILURE;
}

int main(void) {
    vm_size_t size = round_page(10000), i;
    vm_address_t address = 0, other, one = 0;
    vm_prot_t now, most;
    char *ring, *copied, own[4] = {1, 2, 3, 4};
    CHECK(size >= 10000 && size == round_page(size) && trunc_page(size + 1) == size && round_page(size + 1) > size);
    CHECK(make_ring(&address, size) == KERN_SUCCESS && address == trunc_page(address));
    ring = (char *)address;
    for (i = 0; i < size * 2; i++) CHECK(ring[i] == 0);
    memset(ring + size - 8, 7, 16);
    CHECK(ring[0] == 7 && ring[7] == 7 && ring[8] == 0 && ring[size * 2 - 1] == 7 && ring[size * 2 - 9] == 0);

    // What is there stays there, unless it may be overwritten.
    other = address + size;
    CHECK(vm_allocate(mach_task_self(), &other, size, VM_FLAGS_FIXED) == KERN_NO_SPACE && ring[size] == 7);
    CHECK(vm_remap(mach_task_self(), &other, size, 0, 0, mach_task_self(), address, 0, &now, &most, VM_INHERIT_DEFAULT)
        == KERN_NO_SPACE);
    CHECK(vm_allocate(mach_task_self(), &other, size, VM_FLAGS_OVERWRITE) == KERN_SUCCESS && ring[size] == 0 && ring[0] == 7);
    CHECK(vm_deallocate(mach_task_self(), other, size) == KERN_SUCCESS);
    CHECK(vm_allocate(mach_task_self(), &other, size, VM_FLAGS_FIXED) == KERN_SUCCESS && other == address + size);

    // Anywhere, a second time and as a copy.
    CHECK(vm_remap(mach_task_self(), &one, 4, 0, VM_FLAGS_ANYWHERE, mach_task_self(), address + 2, 0, &now, &most,
        VM_INHERIT_SHARE) == KERN_SUCCESS && one == trunc_page(one) + 2);
    *(char *)one = 9;
    CHECK(ring[2] == 9 && vm_deallocate(mach_task_self(), one, 4) == KERN_SUCCESS && ring[2] == 9);
    CHECK(vm_remap(mach_task_self(), &one, 4, 0, VM_FLAGS_ANYWHERE, mach_task_self(), (vm_address_t)own, 1, &now, &most,
        VM_INHERIT_COPY) == KERN_SUCCESS);
    copied = (char *)one;
    copied[0] = 5;
    CHECK(copied[3] == 4 && own[0] == 1 && vm_deallocate(mach_task_self(), one, 4) == KERN_SUCCESS);

    // Refusals.
    CHECK(vm_remap(mach_task_self(), &one, 4, 0, VM_FLAGS_ANYWHERE, mach_task_self(), (vm_address_t)own, 0, &now, &most,
        VM_INHERIT_COPY) == KERN_INVALID_ARGUMENT);
    other = 0;
    CHECK(vm_allocate(mach_task_self(), &other, size * 2, VM_FLAGS_ANYWHERE) == KERN_SUCCESS);
    CHECK(vm_deallocate(mach_task_self(), other + size, size) == KERN_SUCCESS);
    CHECK(vm_remap(mach_task_self(), &one, size + 1, 0, VM_FLAGS_ANYWHERE, mach_task_self(), other, 0, &now, &most,
        VM_INHERIT_COPY) == KERN_INVALID_ADDRESS);
    CHECK(vm_deallocate(mach_task_self(), other, size) == KERN_SUCCESS);
    CHECK(vm_remap(mach_task_self(), &one, 0, 0, VM_FLAGS_ANYWHERE, mach_task_self(), address, 0, &now, &most,
        VM_INHERIT_COPY) == KERN_INVALID_ARGUMENT);
    CHECK(vm_allocate(mach_task_self(), &one, (vm_size_t)-1, VM_FLAGS_ANYWHERE) == KERN_INVALID_ARGUMENT);
    CHECK(vm_allocate(mach_task_self(), &one, (vm_size_t)1 << 62, VM_FLAGS_ANYWHERE) == KERN_NO_SPACE);
    CHECK(vm_allocate(mach_task_self() + 1, &one, size, VM_FLAGS_ANYWHERE) == KERN_INVALID_ARGUMENT);
    CHECK(vm_allocate(mach_task_self(), &one, 0, VM_FLAGS_ANYWHERE) == KERN_SUCCESS && one == 0);
    CHECK(vm_deallocate(mach_task_self(), one, 0) == KERN_SUCCESS);
    CHECK(strlen(mach_error_string(KERN_NO_SPACE)) > 0);
    CHECK(strcmp(mach_error_string(KERN_SUCCESS), mach_error_string(KERN_FAILURE)) != 0);
    CHECK(vm_deallocate(mach_task_self(), address, size * 2) == KERN_SUCCESS);
    return 0;
}
