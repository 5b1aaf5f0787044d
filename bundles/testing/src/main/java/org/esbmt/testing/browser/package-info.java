/** The browser of this machine, for tests of pages. A module that uses it depends on Playwright itself. */
package org.esbmt.testing.browser;
