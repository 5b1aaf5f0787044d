/** Archives of tenants: names on the bus, readers of units, stored originals. TenantDeployer calls it. */
package org.esbmt.jbi.deployer.internal.tenant;
