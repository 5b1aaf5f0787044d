/** Administrators' logins: passwords, throttle, first administrator, system users. Called by {@code tenant} and {@code batch}, and by the adapters through {@code administration-api}. */
package org.esbmt.administration.internal.login;
