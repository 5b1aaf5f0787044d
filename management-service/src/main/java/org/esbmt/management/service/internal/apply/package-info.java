/** One command after the other, brought about on this node. */
package org.esbmt.management.service.internal.apply;
