/** In-memory doubles of administration for the tests of its adapters. */
package org.esbmt.administration.testing;
