#include <gtk/gtk.h>
#include <glib-unix.h>

// What libdispatch exports for the run loops of other libraries; MainQueue.swift says how they are used.

/// The eventfd that can be read while the main queue has something to do.
int _dispatch_get_main_queue_handle_4CF(void);

/// Does what the main queue has to do. To be called on the main thread.
void _dispatch_main_queue_callback_4CF(void *unused);
