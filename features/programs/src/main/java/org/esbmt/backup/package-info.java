/**
 * Programs that copy an installation of the bus, its databases and its files, at one moment, and restore such a copy
 * into a new installation. Start from {@link org.esbmt.backup.Backup} and {@link org.esbmt.backup.Restore}.
 */
package org.esbmt.backup;
