/** Tools of tests: a real PostgreSQL, files whose operations fail on demand, captured log lines, an empty JBI component. */
package org.esbmt.testing;
