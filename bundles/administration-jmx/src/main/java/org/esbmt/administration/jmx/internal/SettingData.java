package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.ComponentConfiguration.SettingView;

/** What can be set of a component as an open type; its getters are its items. */
public final class SettingData {
    private final SettingView setting;

    SettingData(SettingView setting) {
        this.setting = requireNonNull(setting, "setting");
    }

    public String getKey() {
        return setting.key();
    }

    /** The value on the node that was asked, wherever it is from. */
    public String getHere() {
        return setting.here();
    }

    /** Whether something is set for all nodes. */
    public boolean isSetForAll() {
        return setting.all().isPresent();
    }

    /** What is set for all nodes; empty also if nothing is. */
    public String getAll() {
        return setting.all().orElse("");
    }

    /** {@code <node> <value>} each, of what is set for single nodes. */
    public String[] getSingle() {
        return setting.single().entrySet().stream()
                .map(one -> one.getKey() + " " + one.getValue())
                .toArray(String[]::new);
    }
}
