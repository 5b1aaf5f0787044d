/** Handlers of commands and queries behind the access layer; adapters call it by administration-api. */
package org.esbmt.administration.internal;
