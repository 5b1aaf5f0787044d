package org.esbmt.management.api.message;

/**
 * What a node is to bring about. A command says how things are to be afterwards, not what is different: applying it to a
 * node that is there already changes nothing.
 */
public sealed interface ManagementCommand
        permits AssemblyCommand, TenantCommand, ComponentCommand, SettingsCommand, LinkCommand {}
