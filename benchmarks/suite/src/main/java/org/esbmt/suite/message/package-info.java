/** The messages and scenarios of the suite, after those of the public ESB benchmark. */
package org.esbmt.suite.message;
