package org.esbmt.management.api.message;

/**
 * A command for a node. It describes the desired state, not the difference: applying it to a node in that state changes
 * nothing.
 */
public sealed interface ManagementCommand
        permits AssemblyManagementCommand,
                TenantManagementCommand,
                ComponentManagementCommand,
                SettingsManagementCommand,
                LinkManagementCommand {}
