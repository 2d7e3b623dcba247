//! Counts how often memory is asked for, so that `bench` can show that play asks for none.

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;

/// Where it comes from.
#[cfg(feature = "world")]
const MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;
#[cfg(not(feature = "world"))]
const MEMORY: std::alloc::System = std::alloc::System;

struct Counting;

thread_local! {
    /// Each thread counts its own: threads that count together wait for each other.
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often this thread has asked for memory so far.
pub fn count() -> u64 {
    COUNT.get()
}

fn note() {
    COUNT.set(COUNT.get() + 1);
}

#[allow(unsafe_code, reason = "every call is handed on unchanged to another allocator")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note();
        unsafe { MEMORY.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { MEMORY.dealloc(memory, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note();
        unsafe { MEMORY.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note();
        unsafe { MEMORY.realloc(memory, layout, size) }
    }
}
