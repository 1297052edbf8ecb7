//! A desktop's tray for the tests: it takes icons, and prints the bus name and the path of each.

#[cfg(target_os = "linux")]
mod host {
    use zbus::interface;
    use zbus::message::Header;

    pub struct Watcher;

    #[interface(name = "org.kde.StatusNotifierWatcher")]
    impl Watcher {
        fn register_status_notifier_item(&self, service: &str, #[zbus(header)] header: Header<'_>) {
            let sender = header.sender().map(ToString::to_string).unwrap_or_default();
            println!("{sender} {service}");
        }

        #[zbus(property)]
        fn is_status_notifier_host_registered(&self) -> bool {
            true
        }
    }

    pub fn run() -> zbus::Result<()> {
        let _bus = zbus::blocking::connection::Builder::session()?
            .name("org.kde.StatusNotifierWatcher")?
            .serve_at("/StatusNotifierWatcher", Watcher)?
            .build()?;
        println!("ready");
        loop {
            std::thread::park();
        }
    }
}

fn main() {
    #[cfg(target_os = "linux")]
    if let Err(error) = host::run() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
