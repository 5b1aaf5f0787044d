/** Threads that tenants and sources share fairly. Any package of the bundle may call it. */
package org.esbmt.administration.http.internal.work;
