/** The port's configuration, checked, and its key store. The port calls it. */
package org.esbmt.administration.http.internal.settings;
