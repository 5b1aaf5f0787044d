/** Threads for blocking tasks, in lanes: a wait of one tenant's task holds up no other tenant's. */
package org.esbmt.http.bc.internal.lane;
