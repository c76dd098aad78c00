# Sourced by scripts that run containers: podman by runc, with a storage of its own below $work, which the script has made.
export CONTAINERS_STORAGE_CONF=$work/storage.conf CONTAINERS_CONF=$work/containers.conf
limits=(--ulimit nofile=1024:4096 --ulimit nproc=4096:4096) # below the usual ones, which root may not always set

# Removes the containers and $work; for a trap.
remove_work() {
  [ ! -f "$CONTAINERS_STORAGE_CONF" ] || podman rm --all --force --time 1 >/dev/null 2>&1 || true
  umount --quiet --recursive "$work"/storage/overlay 2>/dev/null || true
  rm -rf --one-file-system "$work" 2>/dev/null || { sleep 2; rm -rf --one-file-system "$work"; }
}

configure_podman() {
  cat >"$CONTAINERS_STORAGE_CONF" <<END
[storage]
driver = "vfs"
graphroot = "$work/storage"
runroot = "$work/run"
END
  cat >"$CONTAINERS_CONF" <<END
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
END
}
